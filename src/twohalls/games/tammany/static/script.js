// The votes of a bid are added up while it is being made; the server counts again.
"use strict";
(() => {
  const add = () => {
    for (const ballot of document.querySelectorAll("[data-sum]")) {
      const one = (name) => ballot.querySelector(`[data-${name}]`);
      let chips = 0;
      for (const field of ballot.querySelectorAll("input[type=number]")) chips += Number(field.value) || 0;
      one("chips").textContent = chips;
      one("total").textContent = chips + Number(one("base").textContent);
    }
  };
  document.addEventListener("input", add);
  document.addEventListener("table:changed", add);
})();
