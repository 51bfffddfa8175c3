// Compares an output with the answer as the default output validator of the ICPC package format does.
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string>

#include "testlib.h"

static const bool case_sensitive = @CASE@;
static const bool space_sensitive = @SPACE@;
static const long double absolute_tolerance = @ABSOLUTE@; // negative: none
static const long double relative_tolerance = @RELATIVE@;

static std::string content(InStream &stream) {
	std::string text;
	while (!stream.eof())
		text += stream.readChar();
	return text;
}

static bool is_space(char c) { return c == ' ' || ('\t' <= c && c <= '\r'); }

static std::string next(const std::string &text, size_t &at, bool space) {
	size_t from = at;
	while (at < text.size() && is_space(text[at]) == space)
		at++;
	return text.substr(from, at - from);
}

static size_t digits(const std::string &token, size_t &at) {
	size_t from = at;
	while (at < token.size() && '0' <= token[at] && token[at] <= '9')
		at++;
	return at - from;
}

static bool is_number(const std::string &token) {
	size_t at = 0;
	if (at < token.size() && (token[at] == '+' || token[at] == '-'))
		at++;
	size_t found = digits(token, at);
	if (at < token.size() && token[at] == '.')
		found += digits(token, ++at);
	if (found == 0)
		return false;
	if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
		at++;
		if (at < token.size() && (token[at] == '+' || token[at] == '-'))
			at++;
		if (digits(token, at) == 0)
			return false;
	}
	return at == token.size();
}

static bool same(const std::string &output, const std::string &answer) {
	bool tolerant = absolute_tolerance >= 0 || relative_tolerance >= 0;
	if (tolerant && is_number(answer)) {
		if (!is_number(output))
			return false;
		long double wanted = strtold(answer.c_str(), NULL);
		long double difference = std::fabs(strtold(output.c_str(), NULL) - wanted);
		return difference <= absolute_tolerance || difference <= relative_tolerance * std::fabs(wanted);
	}
	if (output.size() != answer.size())
		return false;
	for (size_t i = 0; i < output.size(); i++) {
		unsigned char a = output[i], b = answer[i];
		if (a != b && (case_sensitive || a > 127 || b > 127 || std::tolower(a) != std::tolower(b)))
			return false;
	}
	return true;
}

int main(int argc, char *argv[]) {
	registerTestlibCmd(argc, argv);
	std::string output = content(ouf), answer = content(ans);
	size_t here = 0, there = 0;
	for (int number = 1;; number++) {
		std::string space = next(output, here, true), wanted_space = next(answer, there, true);
		if (space_sensitive && space != wanted_space)
			quitf(_wa, "white space before token %d differs", number);
		std::string token = next(output, here, false), wanted = next(answer, there, false);
		if (token.empty() && wanted.empty())
			quitf(_ok, "%d tokens", number - 1);
		if (token.empty() != wanted.empty() || !same(token, wanted))
			quitf(_wa, "token %d is '%s', expected '%s'", number, compress(token).c_str(), compress(wanted).c_str());
	}
}
