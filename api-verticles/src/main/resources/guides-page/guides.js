// Fills the address of this platform into the examples, and copies them.
const written = "http://localhost:8080";

function fill(code) {
  if (location.origin === written) return;
  for (const node of [...code.childNodes]) {
    if (node.nodeType === Node.TEXT_NODE) {
      node.textContent = node.textContent
        .replaceAll(written, location.origin)
        .replaceAll("localhost:8080", location.host);
    }
  }
}

async function copy(button, code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
  } catch {
    const range = document.createRange();
    range.selectNodeContents(code);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    button.textContent = "Selected";
  }
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

const contents = document.querySelector("nav details");
if (contents && matchMedia("(min-width: 60rem)").matches) contents.open = true;
for (const code of document.querySelectorAll("main code")) fill(code);
for (const code of document.querySelectorAll("main pre > code")) {
  const block = document.createElement("div");
  const button = document.createElement("button");
  block.className = "block";
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", () => copy(button, code));
  code.parentElement.tabIndex = 0;
  code.parentElement.replaceWith(block);
  block.append(code.parentElement, button);
}
for (const table of document.querySelectorAll("main table")) table.tabIndex = 0;
