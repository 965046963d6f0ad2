import { GeolocateControl, type IControl, type Map as MapLibre, type MapMouseEvent } from "maplibre-gl";
import { wrapped } from "./geometry";
import { locale } from "../texts/locale";
import { t } from "../texts/texts";

const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 5, maximumFractionDigits: 5 });

/** A button that shows the whole farm or collection. */
export class HomeControl implements IControl {
  private holder: HTMLElement | undefined;

  constructor(private readonly go: () => void) {}

  onAdd(): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "home-control";
    button.title = t("Show everything");
    button.setAttribute("aria-label", button.title);
    button.addEventListener("click", this.go);
    const icon = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    icon.setAttribute("viewBox", "0 0 24 24");
    icon.setAttribute("aria-hidden", "true");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", "M4 11l8-7 8 7 M6 10v9h12v-9");
    icon.append(path);
    button.append(icon);
    this.holder = document.createElement("div");
    this.holder.className = "maplibregl-ctrl maplibregl-ctrl-group";
    this.holder.append(button);
    return this.holder;
  }

  onRemove(): void {
    this.holder?.remove();
  }
}

/** Latitude and longitude under the pointer; without a pointer, of the middle of the map. */
export class CoordinatesControl implements IControl {
  private readonly text = document.createElement("div");
  private map: MapLibre | undefined;

  onAdd(map: MapLibre): HTMLElement {
    this.map = map;
    this.text.className = "maplibregl-ctrl coordinates";
    map.on("mousemove", this.pointed);
    map.on("move", this.moved);
    this.moved();
    return this.text;
  }

  onRemove(): void {
    this.map?.off("mousemove", this.pointed);
    this.map?.off("move", this.moved);
    this.text.remove();
  }

  private readonly pointed = ({ lngLat: { lng, lat } }: MapMouseEvent) => this.show(lng, lat);

  private readonly moved = () => {
    const { lng, lat } = this.map!.getCenter();
    this.show(lng, lat);
  };

  private show(lng: number, lat: number): void {
    this.text.textContent = `${number.format(lat)}°, ${number.format(wrapped(lng))}°`;
  }
}

const NO_POSITION = () => t("No position. Allow it in the settings of the browser, or try again under the open sky.");

/** The words of the controls that the map library brings. */
export const controlWords = (): Record<string, string> => ({
  "GeolocateControl.FindMyLocation": t("My position"),
  "GeolocateControl.LocationNotAvailable": NO_POSITION(),
  "Map.Title": t("Map"),
  "Marker.Title": t("Chosen point"),
  "NavigationControl.ZoomIn": t("Zoom in"),
  "NavigationControl.ZoomOut": t("Zoom out"),
});

/** Shows the own position, or says why there is none until the person has read it. */
export function positionControl(container: HTMLElement): GeolocateControl {
  const control = new GeolocateControl({ trackUserLocation: true });
  const said = document.createElement("div");
  said.className = "no-position card";
  said.role = "alert";
  const close = document.createElement("button");
  close.className = "plain";
  close.textContent = t("Close");
  close.addEventListener("click", () => said.remove());
  said.append(NO_POSITION(), close);
  control.on("error", () => container.append(said));
  control.on("geolocate", () => said.remove());
  return control;
}
