import { colour, dashOf, inkOf } from "./inks";
import { keyLines, keyText } from "./key";
import type { Line } from "./lines";

const PAD = 12;
const ROW = 18;
const SWATCH = 24;

/** A chart as a picture with its title and the names of its lines. */
export async function pictureOf(canvas: HTMLCanvasElement, title: string, lines: Line[]): Promise<Blob> {
  const ratio = devicePixelRatio;
  const width = canvas.width / ratio + 2 * PAD;
  const named = keyLines(lines);
  const top = PAD + (1 + named.length) * ROW;
  const height = top + canvas.height / ratio + PAD;
  const picture = new OffscreenCanvas(Math.ceil(width * ratio), Math.ceil(height * ratio));
  const context = picture.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.scale(ratio, ratio);
  context.fillStyle = colour("--paper");
  context.fillRect(0, 0, width, height);
  context.fillStyle = colour("--ink");
  context.font = "600 14px system-ui, sans-serif";
  context.fillText(title, PAD, PAD + 11, width - 2 * PAD);
  context.font = "12px system-ui, sans-serif";
  named.forEach((line, i) => drawKey(context, line, keyText(line, lines), PAD + (i + 1) * ROW + 11));
  context.drawImage(canvas, PAD, top, canvas.width / ratio, canvas.height / ratio);
  return picture.convertToBlob({ type: "image/png" });
}

function drawKey(context: OffscreenCanvasRenderingContext2D, line: Line, text: string, y: number): void {
  context.strokeStyle = colour(line.look === "cloudy" ? "--quiet" : inkOf(line));
  context.lineWidth = 2;
  context.setLineDash(line.look === "cloudy" ? [2, 4] : dashOf(line));
  context.beginPath();
  context.moveTo(PAD, y - 4);
  context.lineTo(PAD + SWATCH, y - 4);
  context.stroke();
  context.fillText(text, PAD + SWATCH + 8, y);
}
