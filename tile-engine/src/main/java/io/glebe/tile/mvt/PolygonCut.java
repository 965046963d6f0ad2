package io.glebe.tile.mvt;

/**
 * The parts of polygons inside of a square, in whole numbers. Rings are given one by one, those of
 * a polygon together. Reused; belongs to one thread.
 */
final class PolygonCut {
  private final double low;
  private final double high;
  private final PolygonClip clip;
  private final ClipRing ring;
  private final RingCheck check = new RingCheck();
  private final WholeRing whole = new WholeRing();

  /** Outer rings of one polygon and its holes, before they are put in order. */
  private final TileRings shells = new TileRings();

  private final TileRings holes = new TileRings();
  private boolean isWhole;
  private boolean isOutside;
  private boolean hasCutHole;
  private boolean isCrowded;

  PolygonCut(double low, double high) {
    this.low = low;
    this.high = high;
    this.clip = new PolygonClip(low, high);
    this.ring = clip.ring();
  }

  /**
   * Appends the part of a shape in the tile of this column and row; false when rings cannot be cut
   * together.
   */
  boolean of(GridShape shape, int column, int row, TileRings out) {
    hasCutHole = false;
    isCrowded = false;
    int polygons = 0;
    ShapeRings source = shape.rings();
    int left = column * shape.grid().extent();
    int top = row * shape.grid().extent();
    for (int i = 0; i < source.rings(); i++) {
      if (source.isOuter(i)) {
        if (polygons++ > 0 && !end(out)) {
          return false;
        }
        begin(true);
      }
      if (isOutside) {
        continue;
      }
      if (source.isInside(i, left, top, (int) low, (int) high)) {
        source.copy(i, left, top, source.isOuter(i) ? shells : holes);
      } else {
        source.read(i, left, top, (int) low, (int) high, ring);
        add(source.isOuter(i));
      }
    }
    isCrowded |= polygons > 1;
    return end(out);
  }

  /**
   * Whether the rings of the last shape do not meet. Only what the clip has changed is compared.
   */
  boolean isSimple(GridShape shape, TileRings rings) {
    return check.isSimpleAtEdge(rings, (int) low, (int) high, isCrowded)
        && (!hasCutHole || shape.isSimple() || check.isSimple(rings));
  }

  /**
   * Starts a polygon.
   *
   * @param isWound whether the rings are whole numbers, and run as those of a tile do
   */
  void begin(boolean isWound) {
    isWhole = isWound;
    clip.begin(isWound);
    shells.clear();
    holes.clear();
    isOutside = false;
  }

  /** Adds a ring of the polygon, its outer one first. */
  void add(double[] xy, int vertices, boolean outer) {
    ring.of(xy, vertices);
    add(outer);
  }

  private void add(boolean outer) {
    switch (isOutside ? ClipRing.Place.OUTSIDE : ring.place()) {
      case INSIDE -> addInside(outer);
      case CUT -> {
        if (!isWhole) {
          ring.wind(outer);
        }
        clip.add(ring, outer);
      }
      case OUTSIDE -> isOutside |= outer;
    }
  }

  private void addInside(boolean outer) {
    whole.clear();
    whole.add(ring.xy(), 0, ring.vertices());
    add(outer ? shells : holes, whole, outer);
  }

  private void add(TileRings target, WholeRing complete, boolean outer) {
    if (isWhole) {
      target.addWound(complete, outer);
    } else {
      target.add(complete, outer);
    }
  }

  /** Appends what is inside of the polygon; false when its rings cannot be cut together. */
  boolean end(TileRings out) {
    if (isOutside) {
      return true;
    }
    if (shells.rings() == 0 ? !clip.join(part -> add(shells, part, true)) : clip.hasCut()) {
      return false;
    }
    hasCutHole |= clip.hasCutHole();
    isCrowded |= clip.isCrowded();
    out.addNested(shells, holes);
    return true;
  }
}
