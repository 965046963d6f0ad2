// What the library leaves out for people who hear the page or use the keyboard only.

/** Paths are plain text: a link in the button that opens an operation can be reached by nobody. */
const plainPaths = ({React}) => ({
  wrapComponents: {DeepLink: () => ({text}) => React.createElement("span", null, text)},
});

const NAMES = {"servers": "Server", "content-type": "Media type", "examples-select-element": "Example"};

function nameOf(control) {
  const parameter = control.closest("[data-param-name], [data-property-name]");
  const kind = Object.keys(NAMES).find((one) => control.id === one || control.classList.contains(one));
  return parameter?.dataset.paramName ?? parameter?.dataset.propertyName ?? NAMES[kind] ?? "Value";
}

/** Names choices and fields, and lets the keyboard scroll long examples. */
function complete() {
  for (const control of document.querySelectorAll("#swagger-ui :is(select, input, textarea):not([aria-label])")) {
    if (control.labels.length === 0 || !control.labels[0].textContent.trim() || control.id === "servers") {
      control.setAttribute("aria-label", nameOf(control));
    }
  }
  for (const example of document.querySelectorAll("#swagger-ui pre:not([tabindex])")) example.tabIndex = 0;
}

new MutationObserver(complete).observe(document.querySelector("#swagger-ui"), {childList: true, subtree: true});
