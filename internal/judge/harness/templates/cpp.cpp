// Calls the function of a submission: JSON values in, its result as JSON out.
#include <bits/stdc++.h>

namespace grundy_harness {

struct Json {
    std::string text;
    std::size_t at = 0;

    [[noreturn]] void fail(const char *wanted) {
        std::fprintf(stderr, "the input does not fit the function: byte %zu: want %s\n", at, wanted);
        std::exit(3);
    }

    char peek() {
        while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) at++;
        return at < text.size() ? text[at] : '\0';
    }

    bool skip(char c) {
        if (peek() != c) return false;
        at++;
        return true;
    }

    std::string word() {
        peek();
        std::size_t from = at;
        while (at < text.size() && !std::isspace(static_cast<unsigned char>(text[at])) && !std::strchr(",]}", text[at])) at++;
        return text.substr(from, at - from);
    }

    unsigned unit() {
        if (at + 4 > text.size()) fail("four digits");
        unsigned code = std::stoul(text.substr(at, 4), nullptr, 16);
        at += 4;
        return code;
    }

    std::string string() {
        if (!skip('"')) fail("a text");
        std::string value;
        while (at < text.size() && text[at] != '"') {
            char c = text[at++];
            if (c != '\\') {
                value += c;
                continue;
            }
            c = at < text.size() ? text[at++] : '\0';
            const char *known = std::strchr("b\bf\fn\nr\rt\t", c);
            if (c != 'u') {
                value += known && std::isalpha(static_cast<unsigned char>(c)) ? known[1] : c;
                continue;
            }
            unsigned code = unit();
            if (code >= 0xd800 && code < 0xdc00 && text.compare(at, 2, "\\u") == 0) {
                at += 2;
                code = 0x10000 + ((code - 0xd800) << 10) + (unit() - 0xdc00);
            }
            if (code < 0x80) {
                value += static_cast<char>(code);
            } else if (code < 0x800) {
                value += {static_cast<char>(0xc0 | code >> 6), static_cast<char>(0x80 | (code & 63))};
            } else if (code < 0x10000) {
                value += {static_cast<char>(0xe0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 63)), static_cast<char>(0x80 | (code & 63))};
            } else {
                value += {static_cast<char>(0xf0 | code >> 18), static_cast<char>(0x80 | (code >> 12 & 63)),
                          static_cast<char>(0x80 | (code >> 6 & 63)), static_cast<char>(0x80 | (code & 63))};
            }
        }
        at++;
        return value;
    }
};

template <class T> T read(Json &from) {
    if constexpr (std::is_same_v<T, bool>) {
        return from.word() == "true";
    } else if constexpr (std::is_same_v<T, std::string>) {
        return from.string();
    } else if constexpr (std::is_same_v<T, char>) {
        std::string value = from.string();
        return value.empty() ? '\0' : value[0];
    } else if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(std::strtold(from.word().c_str(), nullptr));
    } else if constexpr (std::is_unsigned_v<T>) {
        return static_cast<T>(std::strtoull(from.word().c_str(), nullptr, 10));
    } else if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(std::strtoll(from.word().c_str(), nullptr, 10));
    } else {
        T list;
        if (!from.skip('[')) from.fail("a list");
        while (!from.skip(']')) {
            list.push_back(read<typename T::value_type>(from));
            from.skip(',');
        }
        return list;
    }
}

template <class T> void write(std::ostream &to, const T &value);

template <class A, class B> void write_pair(std::ostream &to, const std::pair<A, B> &value) {
    to << '[';
    write<A>(to, value.first);
    to << ',';
    write<B>(to, value.second);
    to << ']';
}

template <class T> struct is_pair : std::false_type {};
template <class A, class B> struct is_pair<std::pair<A, B>> : std::true_type {};

template <class T> void write(std::ostream &to, const T &value) {
    if constexpr (std::is_same_v<T, bool>) {
        to << (value ? "true" : "false");
    } else if constexpr (std::is_same_v<T, char>) {
        write<std::string>(to, std::string(1, value));
    } else if constexpr (std::is_same_v<T, std::string>) {
        to << '"';
        for (char c : value) {
            if (c == '"' || c == '\\') {
                to << '\\' << c;
            } else if (static_cast<unsigned char>(c) < ' ') {
                char escape[8];
                std::snprintf(escape, sizeof escape, "\\u%04x", c);
                to << escape;
            } else {
                to << c;
            }
        }
        to << '"';
    } else if constexpr (std::is_floating_point_v<T>) {
        char digits[64];
        auto end = std::to_chars(digits, digits + sizeof digits, static_cast<double>(value)).ptr;
        to.write(digits, end - digits);
    } else if constexpr (std::is_arithmetic_v<T>) {
        to << +value;
    } else if constexpr (is_pair<T>::value) {
        write_pair(to, value);
    } else {
        to << '[';
        bool first = true;
        for (auto &&item : value) {
            if (!first) to << ',';
            first = false;
            write<typename T::value_type>(to, item);
        }
        to << ']';
    }
}

template <class R, class... A, class F> void call(F function) {
    std::cin.tie(nullptr);
    std::ios::sync_with_stdio(false);
    Json from{std::string(std::istreambuf_iterator<char>(std::cin), {})};
    std::tuple<std::decay_t<A>...> arguments{read<std::decay_t<A>>(from)...};
    std::streambuf *out = std::cout.rdbuf(std::cerr.rdbuf());
    std::ostream to(out);
    if constexpr (std::is_void_v<R>) {
        std::apply(function, arguments);
        if constexpr (sizeof...(A) > 0) write(to, std::get<0>(arguments)); // it is changed in place
    } else {
        write<std::decay_t<R>>(to, std::apply(function, arguments));
    }
    to << '\n';
    to.flush();
    std::cout.rdbuf(out);
}

template <class R, class... A> void call_function(R (*function)(A...)) {
    call<R, A...>(function);
}

template <class C, class R, class... A> void call_method(R (C::*method)(A...)) {
    C solution{};
    call<R, A...>([&](auto &...arguments) -> R { return (solution.*method)(arguments...); });
}

template <class C, class R, class... A> void call_method(R (C::*method)(A...) const) {
    C solution{};
    call<R, A...>([&](auto &...arguments) -> R { return (solution.*method)(arguments...); });
}

template <class C, class R, class... A> void call_method(R (*method)(A...)) {
    call<R, A...>(method);
}

} // namespace grundy_harness

using namespace std;
#include "{{file}}"

signed main() { grundy_harness::{{call}}; }
