// Package browser walks through the pages of `grundy serve` in a real browser, as a person does: Debian's Chromium, moved by its own
// protocol. It is a module of its own, so that building grundy does not load the packages that control browsers.
//
// Tests are skipped where Chromium is missing, and what axe-core would find where npm or its registry is, unless GRUNDY_TESTS is all:
// then they fail. GRUNDY_SCREENSHOTS names a folder
// for pictures of every page, light, dark and narrow.
package browser
