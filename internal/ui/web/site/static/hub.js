// The page shows how the hub stands while somebody looks at it.

const standing = document.getElementById("standing");
const glance = 2000; // milliseconds
let tag = "";

async function look() {
  if (document.hidden) return;
  const answer = await fetch("api/hub", { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" }).catch(() => null);
  if (answer?.status !== 200) return;
  tag = answer.headers.get("ETag");
  standing.innerHTML = await answer.text(); // the server has drawn it, as the page itself
}

setInterval(look, glance);
document.addEventListener("visibilitychange", look);
