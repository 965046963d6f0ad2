import { choice } from "../address";

// The choices on the map page.

export const collection = choice("map", "collection");
export const layer = choice("map", "layer");
export const date = choice("map", "date");
/** the date on the left side when two are compared */
export const compare = choice("map", "compare");
/** name of a colour ramp in place of the layer's own */
export const ramp = choice("map", "ramp");
/** low,high: values of the first and the last colour, in place of the layer's own */
export const range = choice("map", "range");
/** band arithmetic in place of the layer */
export const expression = choice("map", "expression");
/** the layer on the left side when two are compared; the same as on the right without it */
export const compareLayer = choice("map", "compareLayer");
/** opacity of the tiles in percent */
export const opacity = choice("map", "opacity");
/** opacity of the overlay in percent */
export const overlayOpacity = choice("map", "overlayOpacity");
/** overlay,tiles when the overlay is below the tiles */
export const order = choice("map", "order");
/** id of a saved look, in place of layer, ramp and range */
export const saved = choice("map", "saved");
/** id of the vector collection drawn over the tiles */
export const overlay = choice("map", "overlay");
/** property by which the overlay is coloured */
export const colour = choice("map", "colour");
/** name=value;name=value: filter of the overlay */
export const filter = choice("map", "filter");
/** longitude,latitude,zoom */
export const view = choice("map", "view");
/** longitude,latitude of the chosen point */
export const point = choice("map", "point");
/** FIELD when the panel shows the whole field around the point */
export const extent = choice("map", "extent");
/** P1W or P1M when the series of the field has weeks or months */
export const step = choice("map", "step");
/** observed property of sensors in the field, drawn on the same time axis; a minus sign for none */
export const beside = choice("map", "beside");
/** layer,layer: more layers in the chart */
export const chartLayers = choice("map", "chartLayers");
/** id,id: more fields in the chart */
export const chartFields = choice("map", "chartFields");
/** year,year: earlier years in the chart */
export const years = choice("map", "years");
/** 1 when the chart has mean and range of earlier years */
export const spread = choice("map", "spread");
/** lower,upper threshold of the chart */
export const limits = choice("map", "limits");
/** from/to of the chart in UTC; everything without it */
export const chartSpan = choice("map", "chartSpan");
