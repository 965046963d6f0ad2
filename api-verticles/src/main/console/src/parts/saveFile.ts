/** A file name from a person's words. */
export const fileName = (words: string, otherwise: string): string =>
  words.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || otherwise;

/** Gives a file to the browser, which saves it. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may still read it
}
