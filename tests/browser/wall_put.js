// What is wrong with the screen of a wall, for each of its pages.
async ({ html, language, isLost }) => {
  const app = document.querySelector("script[src*='app.js']").src;
  const { clockTime, showLocalTimes } = await import(app.replace("app.js", "showing/times.js"));
  document.documentElement.lang = language;
  document.documentElement.classList.add("live");
  document.querySelector("main").replaceWith(
    new DOMParser().parseFromString(html, "text/html").querySelector("main"),
  );
  showLocalTimes();
  const wall = document.querySelector(".wall");
  const line = document.getElementById("lost");
  line.hidden = !isLost;
  line.querySelector(".since").textContent = clockTime(new Date());
  wall.classList.toggle("is-lost", isLost);
  await document.fonts.ready;
}
