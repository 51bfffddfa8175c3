// The inbox shows what comes by itself, whoever makes the folders. The row that somebody is at stays so.

import { tell } from "./keys.js";

const list = document.getElementById("arrivals");
const glance = 1500; // milliseconds
let tag = "";

const links = () => [...list.querySelectorAll("tbody a[href^='p/']")];

async function look() {
  if (document.hidden) return;
  const answer = await fetch("api/inbox", { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" }).catch(() => null);
  if (answer?.status !== 200) return;
  const first = !tag;
  tag = answer.headers.get("ETag");
  const known = new Set(links().map((link) => link.href));
  const at = document.activeElement?.closest?.("#arrivals a")?.href;
  const html = await answer.text();
  if (first && html.trim() === list.innerHTML.trim()) return;
  list.innerHTML = html; // the server has drawn it, as the page itself
  links().find((link) => link.href === at)?.focus({ preventScroll: true });
  const fresh = links().filter((link) => !known.has(link.href)).map((link) => link.textContent);
  if (fresh.length) tell(`${fresh.join(", ")} came`);
}

setInterval(look, glance);
document.addEventListener("visibilitychange", look);
look();
