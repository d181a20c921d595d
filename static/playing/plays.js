// Says in an attribute of the page whether the hand is played, without a pad: until somebody opens one, or tricks come in.
export function markPlay() {
  const panel = document.getElementById("panel");
  const hand = panel?.closest(".hand");
  if (!hand) return;
  const isPlayed =
    panel.matches(".tricks") && !panel.querySelector('.took b:not(:empty), [name="pad"]:checked');
  hand.toggleAttribute("data-plays", isPlayed);
}
