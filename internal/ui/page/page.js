// What the page does besides being read: it counts down, follows the daemon, asks again before
// what cannot be undone, and lights up the way of a value. It renders nothing itself.
"use strict";
(() => {
  const live = () => document.getElementById("live");
  const stream = document.getElementById("stream");
  const tell = (text) => { if (stream && stream.textContent !== text) stream.textContent = text; };

  // The time that is left, by this browser's clock since the page came.
  let came = Date.now();
  const count = () => {
    const gone = Math.floor((Date.now() - came) / 1000);
    for (const e of document.querySelectorAll("[data-left]")) {
      const left = Math.max(0, Number(e.dataset.left) - gone);
      e.textContent = left === 0 ? "expired" : left >= 90 ? Math.ceil(left / 60) + " min left" : left + " s left";
      e.classList.toggle("soon", left < 30);
    }
  };
  setInterval(count, 1000);

  // Buttons that ask again: the second click within four seconds counts.
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-sure]");
    if (!button || button.dataset.asked) return;
    event.preventDefault();
    const was = button.textContent;
    button.dataset.asked = "yes";
    button.textContent = "Sure? Click again";
    button.title = button.dataset.sure;
    setTimeout(() => { delete button.dataset.asked; button.textContent = was; }, 4000);
  });

  // The way of a value.
  const light = (way) => {
    const picture = document.querySelector(".picture");
    if (!picture) return;
    const on = new Set(way ? way.split(" ") : []);
    picture.classList.toggle("lit", on.size > 0);
    for (const e of picture.querySelectorAll("[data-node]")) e.classList.toggle("on", on.has(e.dataset.node));
    for (const e of picture.querySelectorAll("[data-from]")) e.classList.toggle("on", on.has(e.dataset.from) && on.has(e.dataset.to));
    const first = on.size && picture.querySelector("[data-node].on");
    if (first) {
      const box = first.getBoundingClientRect(), frame = picture.getBoundingClientRect();
      if (box.left < frame.left || box.right > frame.right) picture.scrollLeft += box.left - frame.left - 24;
    }
  };
  let kept = null;
  const arg = (event) => event.target.closest && event.target.closest(".arg");
  document.addEventListener("mouseover", (e) => { const a = arg(e); if (a) light(a.dataset.way); });
  document.addEventListener("mouseout", (e) => { if (arg(e)) light(kept && kept.dataset.way); });
  document.addEventListener("focusin", (e) => { const a = arg(e); light(a ? a.dataset.way : kept && kept.dataset.way); });
  document.addEventListener("click", (e) => {
    const a = arg(e);
    if (!a) return;
    kept = kept === a ? null : a;
    for (const b of document.querySelectorAll(".arg")) b.setAttribute("aria-pressed", String(b === kept));
    light(kept && kept.dataset.way);
  });

  // Follow the daemon: fetch this page again and put its middle in place of ours, unless
  // somebody is in the midst of something there.
  const followed = ["now", "staged"].includes(document.body.dataset.view);
  let fetching = false, again = false;
  const refresh = async () => {
    if (fetching) { again = true; return; }
    fetching = true;
    try {
      const answer = await fetch(location.href, { credentials: "same-origin", redirect: "error" });
      if (answer.status === 403) { tell("This page's time is over: run provenancectl ui again"); return; }
      const next = new DOMParser().parseFromString(await answer.text(), "text/html");
      const middle = next.getElementById("live");
      if (!middle || !live()) return;
      const busy = document.activeElement, inside = live().contains(busy);
      const form = inside && busy.form, place = form && [form.closest("[id]")?.id, busy.value];
      if (document.querySelector("[data-asked]")) { again = true; return; }
      const open = [...live().querySelectorAll("details[open]")].map((d) => d.closest("[id]")?.id);
      live().replaceWith(document.adoptNode(middle));
      for (const id of open) document.getElementById(id)?.querySelectorAll("details").forEach((d) => { d.open = true; });
      if (place && place[0]) [...document.getElementById(place[0])?.querySelectorAll("button") ?? []].find((b) => b.value === place[1])?.focus();
      document.title = next.title;
      const mine = document.querySelector(".bar nav"), theirs = next.querySelector(".bar nav");
      if (mine && theirs && !mine.contains(document.activeElement)) mine.replaceWith(document.adoptNode(theirs));
      came = Date.now();
      count();
      tell("live");
    } catch {
      tell("This page's server has ended: run provenancectl ui again");
    } finally {
      fetching = false;
      if (again) { again = false; setTimeout(refresh, 1000); }
    }
  };
  if (followed && window.EventSource) {
    const events = new EventSource("/live");
    events.addEventListener("open", () => tell("live"));
    events.addEventListener("change", refresh);
    events.addEventListener("error", () => { tell("not live: trying again"); setTimeout(refresh, 2000); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
  }
  count();
})();
