import { useMemo } from "preact/hooks";
import { Chart } from "../charts/chart";
import { inked, leftOut } from "../charts/compared";
import { MAX_LINES } from "../charts/lines";
import { Added, LimitsChoice, limitsShown, listIn, More, YearsChoice } from "../charts/more";
import type { Span } from "../charts/span";
import { yearOf } from "../charts/years";
import { Fault } from "../fault";
import { counted, t } from "../texts/texts";
import { quantityText } from "../units";
import { timeFormat } from "../words";
import { chartSpan, chartStreams, limits, spread, years } from "./choices";
import { useEarlier, useOthers } from "./moreSamples";
import { sensorLines, yearsBefore } from "./sensorLines";
import { observedName, type Sample, type Step, type Stream, streamName, unitOf } from "./things";

interface Props {
  main: Stream;
  /** all that can be added */
  streams: Stream[];
  samples: Sample[];
  /** the span that the samples were asked for; later ones arrive while it is shown */
  asked: Span;
  step: Step | undefined;
}

const NOTHING: Sample[] = [];

/** A line that grows while values arrive, with what was added to it. */
export function SensorChart({ main, streams, samples, asked, step }: Props) {
  const id = main.of["@iot.id"];
  const others = streams.filter(({ of }) => of["@iot.id"] !== id);
  const added = others.filter(({ of }) => listIn(chartStreams.value).includes(String(of["@iot.id"])));
  const earlierYears = yearsBefore(main.of, yearOf(asked[1]));
  const each = earlierYears.filter((year) => listIn(years.value).includes(String(year)));
  const range = spread.value === "1" ? earlierYears : [];
  const beside = useOthers(added, asked[0], step);
  const past = useEarlier(id, asked, range.length > 0 ? range : each, step ?? "PT1H");
  const found = beside.value.value;
  const before = past.value.value;
  const last = samples.at(-1);
  const wanted = useMemo(
    () =>
      sensorLines({
        main,
        samples,
        span: [asked[0], Math.max(asked[1], last?.[0] ?? 0)],
        others: added.flatMap((stream, i) => (found?.[i] ? [{ stream, samples: found[i] }] : [])),
        earlier: before ?? NOTHING,
        each,
        spread: range,
        step: step ?? "PT1H",
      }),
    [main.of["@iot.id"], samples, found, before, years.value, spread.value],
  );
  const lines = useMemo(() => inked(wanted), [wanted]);
  const used = [chartStreams, years, spread, limits].some((one) => one.value !== "");
  return (
    <>
      <Chart
        drawing={{ lines, limits: limitsShown(limits.value, unitOf(main.of)) }}
        title={streamName(main)}
        label={labelOf(main, samples)}
        zoom={chartSpan}
      />
      <More used={used}>
        {() => (
          <>
            <Added
              title="Other sensors"
              none="Add a sensor"
              options={others.map((one) => [String(one.of["@iot.id"]), streamName(one)])}
              chosen={chartStreams}
              full={lines.length >= MAX_LINES}
            />
            {beside.fault.value && <Fault fault={beside.fault.value} retry={beside.again} />}
            <YearsChoice years={earlierYears} chosen={years} spread={spread} left={leftOut(wanted)} />
            {past.fault.value && <Fault fault={past.fault.value} retry={past.again} />}
            <LimitsChoice limits={limits} unit={unitOf(main.of)} />
          </>
        )}
      </More>
    </>
  );
}

function labelOf({ of }: Stream, samples: Sample[]): string {
  const last = samples.at(-1);
  const latest =
    last &&
    t("the last {value} at {time}", {
      value: quantityText(last[1], unitOf(of)),
      time: timeFormat().format(new Date(last[0] * 1000)),
    });
  return [`${observedName(of)}: ${counted("{n} value|{n} values", samples.length)}`, latest].filter(Boolean).join(", ");
}
