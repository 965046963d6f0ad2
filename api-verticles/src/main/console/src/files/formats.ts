/** The formats of exports: id, name, ending. */
export const FORMATS = [
  ["geojson", "GeoJSON", "geojson"],
  ["shapefile", "Shapefile", "zip"],
  ["geopackage", "GeoPackage", "gpkg"],
  ["kml", "KML", "kml"],
  ["kmz", "KMZ", "kmz"],
  ["gpx", "GPX", "gpx"],
] as const;

export type Format = (typeof FORMATS)[number][0];

/** Files that can be imported. */
export const ACCEPTED = ".zip,.shp,.dbf,.prj,.cpg,.kml,.kmz,.gpx,.geojson,.json,.gpkg";
