import { strToU8, zipSync } from "fflate";
import type { Format } from "./formats";
import { writeGeopackage } from "./geopackage";
import type { ExportedFeature } from "./layers";
import { writeShapefile } from "./shapefileWriter";
import { writeGeoJson, writeGpx, writeKml } from "./text";

/** A file with features in a format. */
export function writeFile(format: Format, name: string, features: ExportedFeature[]): Blob {
  switch (format) {
    case "geojson":
      return new Blob([writeGeoJson(features)], { type: "application/geo+json" });
    case "kml":
      return new Blob([writeKml(features)], { type: "application/vnd.google-earth.kml+xml" });
    case "gpx":
      return new Blob([writeGpx(features)], { type: "application/gpx+xml" });
    case "kmz":
      return zipped({ "doc.kml": strToU8(writeKml(features)) }, "application/vnd.google-earth.kmz");
    case "shapefile":
      return zipped(writeShapefile(name, features), "application/zip");
    case "geopackage":
      return new Blob([writeGeopackage(features, new Date())], { type: "application/geopackage+sqlite3" });
  }
}

const zipped = (files: Record<string, Uint8Array>, type: string) => new Blob([zipSync(files)], { type });
