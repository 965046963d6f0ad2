/** Systems that a person may choose for a file that does not name its own. */
export const SYSTEMS: [code: string, name: string][] = [
  ["EPSG:4326", "WGS 84, longitude and latitude"],
  ["EPSG:3857", "Web Mercator"],
  ["EPSG:3794", "Slovenia 1996 (D96/TM)"],
  ["EPSG:3912", "Slovenia 1948 (D48/GK)"],
  ["EPSG:3765", "Croatia (HTRS96/TM)"],
  ["EPSG:31287", "Austria (MGI / Lambert)"],
  ["EPSG:2056", "Switzerland (LV95)"],
  ["EPSG:31467", "Germany (DHDN / zone 3)"],
  ["EPSG:31468", "Germany (DHDN / zone 4)"],
  ["EPSG:2154", "France (RGF93 / Lambert-93)"],
  ["EPSG:27700", "Great Britain (National Grid)"],
  ["EPSG:28992", "Netherlands (RD New)"],
  ["EPSG:2180", "Poland (1992)"],
  ["EPSG:3035", "Europe (ETRS89 / LAEA)"],
];
