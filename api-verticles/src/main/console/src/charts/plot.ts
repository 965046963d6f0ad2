import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { listenTo } from "./gestures";
import { aligned, type Drawing } from "./lines";
import { HEIGHT, optionsOf } from "./options";
import { containing, isWhole, type Span, wholeOf } from "./span";

interface Listener {
  /** the pointer or a key points to a reading at a time in seconds, or to none any more */
  pointed: (time: number | undefined) => void;
  /** another span is shown; nothing for everything */
  shown: (span: Span | undefined) => void;
  /** a press on a reading */
  pressed: (time: number) => void;
}

/** The lines of a drawing in an element. */
export class Plot {
  private readonly plot: uPlot;
  private readonly observer: ResizeObserver;
  /** nothing while everything is shown, also what comes later */
  private chosen: Span | undefined;

  constructor(
    holder: HTMLElement,
    private drawing: Drawing,
    zone: string | undefined,
    private readonly listener: Listener,
  ) {
    const options = optionsOf(() => this.drawing, holder.clientWidth, zone);
    options.hooks = { ...options.hooks, setCursor: [(plot) => this.follow(plot)] };
    this.plot = new uPlot(options, aligned(drawing.lines), holder);
    listenTo(this.plot.over, {
      span: () => this.span(),
      whole: () => this.whole(),
      show: (span) => this.choose(span),
      press: (time) => this.press(time),
    });
    this.observer = new ResizeObserver(() => this.plot.setSize({ width: holder.clientWidth, height: HEIGHT }));
    this.observer.observe(holder);
    this.zoom();
  }

  destroy(): void {
    this.observer.disconnect();
    this.plot.destroy();
  }

  whole = (): Span => wholeOf(this.drawing.lines);
  span = (): Span => this.chosen ?? this.whole();

  /** Draws more readings of the same lines, or other marks. */
  draw(drawing: Drawing): void {
    this.drawing = drawing;
    this.plot.setData(aligned(drawing.lines), false);
    this.zoom();
  }

  /** Shows a span; nothing for everything. */
  show(span: Span | undefined): void {
    this.chosen = span;
    this.zoom();
  }

  /** A person chooses a span. */
  choose(span: Span): void {
    this.show(isWhole(span, this.whole()) ? undefined : span);
    this.listener.shown(this.chosen);
  }

  /** Points to a time in seconds, which comes into the span. */
  point(time: number): void {
    const span = containing(this.span(), time, this.whole());
    if (span[0] !== this.span()[0]) this.choose(span);
    const left = this.share(time) * this.plot.over.clientWidth;
    this.plot.setCursor({ left, top: 0 }, false);
    this.listener.pointed(time);
  }

  leave(): void {
    this.plot.setCursor({ left: -10, top: -10 });
  }

  /** The position of a time in the holder, in pixels from its left edge. */
  leftOf(time: number): number {
    return this.plot.over.offsetLeft + this.share(time) * this.plot.over.clientWidth;
  }

  get canvas(): HTMLCanvasElement {
    return this.plot.ctx.canvas;
  }

  private share(time: number): number {
    const [from, to] = this.span();
    return (time - from) / (to - from);
  }

  private zoom(): void {
    const [min, max] = this.span();
    this.plot.setScale("x", { min, max });
  }

  private follow({ cursor, data }: uPlot): void {
    const time = cursor.left === undefined || cursor.left < 0 ? undefined : data[0][cursor.idx ?? -1];
    this.listener.pointed(time);
  }

  private press(time: number): void {
    this.point(this.plot.data[0][this.plot.valToIdx(time)] ?? time);
    this.listener.pressed(time);
  }
}
