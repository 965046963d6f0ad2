import { effect } from "@preact/signals";
import { draftFeatures } from "./draftFeatures";
import * as editor from "./editor";
import { type FieldMap, type Press } from "./fieldMap";
import type { Position } from "../shapes/polygons";

// Presses and keys on the map, as steps of the editor.

/** Pixels of one step of an arrow key; with Shift ten of them. */
const STEP = 1;
const LONG_STEP = 10;

export class Pointer {
  private grabbed: editor.Corner | undefined;
  /** whether the grabbed corner has not been moved yet */
  private fresh = false;
  private readonly stopDrawing: () => void;

  constructor(private readonly fields: FieldMap) {
    const { map } = fields.base;
    map.on("click", this.click);
    map.on("dblclick", this.doubleClick);
    for (const name of ["mousedown", "touchstart"] as const) map.on(name, this.press);
    for (const name of ["mousemove", "touchmove"] as const) map.on(name, this.move);
    for (const name of ["mouseup", "touchend", "touchcancel"] as const) map.on(name, this.release);
    addEventListener("keydown", this.key);
    this.stopDrawing = effect(() => {
      void fields.draft(draftFeatures());
      map.getCanvas().style.cursor = editor.draws() ? "crosshair" : "";
      const own = editor.tool.value !== undefined;
      map.doubleClickZoom[own ? "disable" : "enable"]();
      map.keyboard[editor.corner.value ? "disable" : "enable"]();
    });
  }

  /** Removes the listeners outside of the map. */
  stop(): void {
    removeEventListener("keydown", this.key);
    this.stopDrawing();
  }

  private at({ lngLat }: Press): Position {
    return this.fields.snapped([lngLat.lng, lngLat.lat]);
  }

  private readonly click = (event: Press) => {
    if (!editor.draws()) return;
    const line = editor.line.value;
    const rings = editor.tool.value === "draw" || editor.tool.value === "hole";
    if (rings && line.length > 2 && this.fields.isAt(event, line[0])) editor.finish();
    else if (line.length > 1 && this.fields.isAt(event, line.at(-1))) editor.finish();
    else editor.add(this.at(event));
  };

  private readonly doubleClick = (event: Press) => {
    if (!editor.tool.value) return;
    event.preventDefault();
    if (editor.draws() && editor.line.value.length > 1) editor.finish();
  };

  private readonly press = (event: Press) => {
    if (editor.tool.value !== "corners") return;
    const handle = this.fields.handleAt(event);
    if (!handle) return;
    event.preventDefault(); // the map would move
    const [polygon, ring, at] = handle.corner;
    if (handle.part === "middle") {
      const [lon, lat] = [event.lngLat.lng, event.lngLat.lat];
      this.grabbed = editor.insert([polygon, ring, at], [lon, lat]);
    } else this.grabbed = handle.corner;
    this.fresh = handle.part === "corner";
    editor.corner.value = this.grabbed;
  };

  private readonly move = (event: Press) => {
    if (this.grabbed) {
      if (this.fresh) editor.grab();
      this.fresh = false;
      editor.move(this.grabbed, this.at(event));
    } else if (editor.draws() && event.type === "mousemove") editor.cursor.value = this.at(event);
  };

  private readonly release = () => {
    this.grabbed = undefined;
  };

  private readonly key = (event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLElement && event.target.matches("input, select, textarea");
    if (!editor.tool.value || typing) return;
    const action = this.actionOf(event);
    if (!action) return;
    event.preventDefault();
    action();
  };

  private actionOf({ key, shiftKey, target }: KeyboardEvent): (() => void) | undefined {
    const onControl = target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;
    if (key === "Escape") return editor.clear;
    if (key === "Enter") return onControl || !editor.draws() ? undefined : editor.finish;
    if (key === "Backspace") return editor.corner.value ? editor.remove : editor.undo;
    if (key === "Delete") return editor.corner.value && editor.remove;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-STEP, 0],
      ArrowRight: [STEP, 0],
      ArrowUp: [0, -STEP],
      ArrowDown: [0, STEP],
    };
    const way = steps[key];
    const corner = editor.corner.value;
    return way && corner && (() => this.nudge(corner, way, shiftKey ? LONG_STEP : STEP));
  }

  private nudge(corner: editor.Corner, [x, y]: [number, number], by: number): void {
    const { map } = this.fields.base;
    const from = editor.cornerAt(corner);
    if (!from) return;
    const at = map.project(from);
    const { lng, lat } = map.unproject([at.x + x * by, at.y + y * by]);
    editor.grab();
    editor.move(corner, [lng, lat]);
  }
}
