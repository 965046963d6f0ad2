import type { Format } from "./formats";
import { writeGeopackage } from "./geopackage";
import type { ExportedFeature } from "./layers";
import { writeShapefile } from "./shapefileWriter";
import { writeGeoJson, writeGpx, writeKml } from "./text";
import { zipped } from "./zip";

/** A file with features in a format. */
export async function writeFile(format: Format, name: string, features: ExportedFeature[]): Promise<Blob> {
  switch (format) {
    case "geojson":
      return new Blob([writeGeoJson(features)], { type: "application/geo+json" });
    case "kml":
      return new Blob([writeKml(features)], { type: "application/vnd.google-earth.kml+xml" });
    case "gpx":
      return new Blob([writeGpx(features)], { type: "application/gpx+xml" });
    case "kmz":
      return zipped({ "doc.kml": new TextEncoder().encode(writeKml(features)) }, "application/vnd.google-earth.kmz");
    case "shapefile":
      return zipped(writeShapefile(name, features), "application/zip");
    case "geopackage":
      return new Blob([writeGeopackage(features, new Date())], { type: "application/geopackage+sqlite3" });
  }
}
