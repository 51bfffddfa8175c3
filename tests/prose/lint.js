// Checks the pages that it is called with, and prints a line for each finding. words.yml says which words to avoid.
// The kernel of textlint serves: its command would bring three times as many packages.
"use strict";
const fs = require("fs");
const path = require("path");
const { TextlintKernel } = require("@textlint/kernel");
const load = (name) => require(name).default ?? require(name);

// A sentence should have at most 25 words, some 150 characters. Lists and numbers may need more.
const longest = 240;

const setting = {
  ext: ".md",
  plugins: [{ pluginId: "markdown", plugin: load("@textlint/textlint-plugin-markdown") }],
  rules: [
    { ruleId: "words", rule: load("textlint-rule-prh"), options: { rulePaths: [path.join(__dirname, "words.yml")], checkHeader: false } },
    { ruleId: "sentence-length", rule: load("textlint-rule-sentence-length"), options: { max: longest } },
  ],
};

async function main(pages) {
  const kernel = new TextlintKernel();
  for (const page of pages) {
    const { messages } = await kernel.lintText(fs.readFileSync(page, "utf8"), { ...setting, filePath: page });
    for (const { line, message } of messages) {
      console.log(`${page}:${line}: ${message.replace(/\s+/g, " ")}`);
      process.exitCode = 1;
    }
  }
}

main(process.argv.slice(2));
