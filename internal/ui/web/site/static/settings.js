// The settings of this browser.

import { beginIn } from "./keys.js";

const language = document.getElementById("begin-in");
language.addEventListener("change", () => beginIn(language.value));

const vim = document.getElementById("vim");
try {
  vim.checked = localStorage.getItem("vim") === "yes";
} catch {
  vim.disabled = true; // without a store nothing is remembered
}
vim.addEventListener("change", () => localStorage.setItem("vim", vim.checked ? "yes" : "no"));
