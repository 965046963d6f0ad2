import { choice } from "../address";

// The choices on the sensors page.

/** id of a thing */
export const thing = choice("sensors", "thing");
/** id of one of its datastreams */
export const stream = choice("sensors", "stream");
/** name of the observed property that the map shows */
export const property = choice("sensors", "property");
/** DAY, WEEK, MONTH or SEASON */
export const span = choice("sensors", "span");
/** longitude,latitude,zoom */
export const view = choice("sensors", "view");
/** id,id: more datastreams in the chart */
export const chartStreams = choice("sensors", "chartStreams");
/** year,year: earlier years in the chart */
export const years = choice("sensors", "years");
/** 1 when the chart has mean and range of earlier years */
export const spread = choice("sensors", "spread");
/** lower,upper threshold of the chart */
export const limits = choice("sensors", "limits");
/** from/to of the chart in UTC; everything without it */
export const chartSpan = choice("sensors", "chartSpan");
