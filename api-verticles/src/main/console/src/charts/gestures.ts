import { type Fingers, moved, pinched, type Span, zoomed } from "./span";

// Mouse and fingers on a plot.

/** What gestures change. */
export interface Zoomable {
  span(): Span;
  whole(): Span;
  show(span: Span): void;
  /** a press without a movement, at a time in seconds */
  press(time: number): void;
}

/** A movement of fewer pixels is a press. */
const STILL = 5;
const WHEEL = 0.002;
const LINE = 16;

/** Wheel and two fingers zoom, a drag moves, a double press shows everything. */
export function listenTo(over: HTMLElement, plot: Zoomable): void {
  const share = (event: MouseEvent) => (event.clientX - over.getBoundingClientRect().left) / over.clientWidth;
  const timeAt = (at: number) => plot.span()[0] + at * (plot.span()[1] - plot.span()[0]);
  over.addEventListener(
    "wheel",
    (event) => {
      const [before, whole] = [plot.span(), plot.whole()];
      const by = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const after = sideways
        ? moved(before, ((event.deltaX || event.deltaY) * by) / over.clientWidth, whole)
        : zoomed(before, Math.exp(event.deltaY * by * WHEEL), timeAt(share(event)), whole);
      if (after.every((time, i) => Math.abs(time - before[i]!) < 1)) return; // the page scrolls
      event.preventDefault();
      plot.show(after);
    },
    { passive: false },
  );
  over.addEventListener("dblclick", () => plot.show(plot.whole()));
  followPointers(over, plot, share, (event) => plot.press(timeAt(share(event))));
}

interface Pointer {
  start: number;
  now: number;
}

function followPointers(
  over: HTMLElement,
  plot: Zoomable,
  share: (event: MouseEvent) => number,
  press: (event: MouseEvent) => void,
): void {
  const pointers = new Map<number, Pointer>();
  let before = plot.span();
  let still = true;
  const restart = () => {
    before = plot.span();
    for (const pointer of pointers.values()) pointer.start = pointer.now;
  };
  over.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    still = pointers.size === 0;
    pointers.set(event.pointerId, { start: share(event), now: share(event) });
    over.setPointerCapture(event.pointerId);
    restart();
  });
  over.addEventListener("pointermove", (event) => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    pointer.now = share(event);
    if (Math.abs(pointer.now - pointer.start) * over.clientWidth >= STILL) still = false;
    if (still) return;
    const [one, other] = [...pointers.values()];
    if (one && other) {
      const fingers = (name: keyof Pointer): Fingers => [one[name], other[name]];
      plot.show(pinched(before, fingers("start"), fingers("now"), plot.whole()));
    } else plot.show(moved(before, pointer.start - pointer.now, plot.whole()));
  });
  const end = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return;
    restart();
    if (event.type === "pointerup" && still) press(event);
  };
  over.addEventListener("pointerup", end);
  over.addEventListener("pointercancel", end);
}
