// In place of fflate in the library of PMTiles archives, which needs it only where the browser unpacks nothing itself.

export const decompressSync = (): never => {
  throw new Error("this browser has no DecompressionStream");
};
