import { signal } from "@preact/signals";
import type { Refusal } from "glebe-client";
import type { Observation } from "../api/bodies";
import { asRefusal } from "../api/refusal";
import type { Span } from "../charts/span";
import { listen, type LiveState } from "./live";
import { history, type Sample, sampleOf, samples, type Step } from "./things";

const DAY = 86_400;

/** Time spans of a chart before the latest value, and the step of the means that long ones show. */
export const SPANS: Record<string, { name: string; seconds: number; step?: Step }> = {
  DAY: { name: "Day", seconds: 2 * DAY },
  WEEK: { name: "Week", seconds: 7 * DAY },
  MONTH: { name: "Month", seconds: 31 * DAY, step: "PT1H" },
  SEASON: { name: "Season", seconds: 300 * DAY, step: "P1D" },
};

/** Values kept for drawing; older ones are dropped. */
const MAX_SAMPLES = 20_000;

/** The series of one datastream: past observations, and new ones while it is open. */
export class LiveSeries {
  readonly samples = signal<Sample[] | undefined>(undefined);
  readonly fault = signal<Refusal | undefined>(undefined);
  readonly state = signal<LiveState>("connecting");
  /** the span that is asked for, in seconds */
  readonly asked: Span;
  /** the step of its means; nothing for the observations themselves */
  readonly step: Step | undefined;
  private readonly abort = new AbortController();
  private readonly stop: () => void;
  private filling: Promise<void> = Promise.resolve();

  /** @param latest time of the newest known value in seconds; the span ends there */
  constructor(
    private readonly datastream: number,
    latest: number,
    span: keyof typeof SPANS,
  ) {
    const { seconds, step } = SPANS[span] ?? SPANS["WEEK"]!;
    this.asked = [latest - seconds, latest];
    this.step = step;
    this.filling = history(datastream, latest - seconds, this.abort.signal, step).then(
      (past) => this.add(past),
      (error: unknown) => this.refuse(error),
    );
    this.stop = listen(datastream, {
      state: (now) => (this.state.value = now),
      observed: (observation: Observation) => this.add(sampleOf(observation)),
      gap: () => this.fill(),
    });
  }

  close(): void {
    this.abort.abort();
    this.stop();
  }

  /** Loads observations after the last known value, one request after the other. */
  private fill(): void {
    this.filling = this.filling.then(async () => {
      const last = this.samples.peek()?.at(-1)?.[0];
      if (last === undefined || this.abort.signal.aborted) return;
      await samples(this.datastream, last, this.abort.signal).then(
        (missed) => this.add(missed),
        (error: unknown) => this.refuse(error),
      );
    });
  }

  private add(more: Sample[]): void {
    const all = new Map([...(this.samples.peek() ?? []), ...more]);
    this.samples.value = [...all].sort(([a], [b]) => a - b).slice(-MAX_SAMPLES);
  }

  private refuse(error: unknown): void {
    if (!this.abort.signal.aborted) this.fault.value = asRefusal(error);
  }
}
