import { choice } from "../address";

// What a person chose on the map page.

export const collection = choice("map", "collection");
export const layer = choice("map", "layer");
export const date = choice("map", "date");
/** longitude,latitude,zoom */
export const view = choice("map", "view");
/** longitude,latitude of the chosen point */
export const point = choice("map", "point");
