// A stream of the server, from its beginning. It is closed when it has ended, and while nobody looks at the page: browsers have six
// connections for all tabs together. Whoever comes back goes on behind what was seen.

export function follow(number, on) {
  let source = null;
  let seen = 0;
  let over = false;

  const take = (kind) => (e) => {
    seen = Number(e.lastEventId);
    if (kind === "end") stop();
    on[kind]?.(JSON.parse(e.data));
  };

  function start() {
    if (over || source || document.hidden) return;
    source = new EventSource(`api/streams/${number}?after=${seen}`);
    for (const kind of new Set([...Object.keys(on), "end"])) source.addEventListener(kind, take(kind));
    source.addEventListener("error", () => {
      // The browser comes back by itself unless the server has refused.
      if (source?.readyState === EventSource.CLOSED) {
        stop();
        on.lost?.();
      }
    });
  }

  function pause() {
    source?.close();
    source = null;
  }

  function look() {
    if (document.hidden) pause();
    else start();
  }

  function stop() {
    over = true;
    pause();
    document.removeEventListener("visibilitychange", look);
  }

  document.addEventListener("visibilitychange", look);
  start();
  return stop;
}
