package io.glebe.zarr.dataset.layout;

import java.time.Instant;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * The instants of a layer, ascending, each with the slot that holds its slice and with the time at
 * which the slice was written; immutable.
 */
public final class Timeline {
  public static final Timeline EMPTY = new Timeline(new long[0], new int[0], new long[0]);

  private final long[] millis;
  private final int[] slots;

  /** When the commit that wrote each slice was made; 0 before the commit. */
  private final long[] written;

  Timeline(long[] millis, int[] slots, long[] written) {
    this.millis = millis;
    this.slots = slots;
    this.written = written;
  }

  public int size() {
    return millis.length;
  }

  /** Index of an instant (to the millisecond), or empty. */
  public OptionalInt position(Instant instant) {
    int found = Arrays.binarySearch(millis, instant.toEpochMilli());
    return found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
  }

  /**
   * Index of the nearest instant, the earlier of two equally near ones; empty for an empty
   * timeline.
   */
  public OptionalInt nearest(Instant instant) {
    int after = firstFrom(instant);
    if (millis.length == 0) {
      return OptionalInt.empty();
    }
    if (after == 0 || after == millis.length) {
      return OptionalInt.of(Math.min(after, millis.length - 1));
    }
    long at = instant.toEpochMilli();
    return OptionalInt.of(at - millis[after - 1] <= millis[after] - at ? after - 1 : after);
  }

  /** Index of the last instant. */
  public OptionalInt latest() {
    return millis.length == 0 ? OptionalInt.empty() : OptionalInt.of(millis.length - 1);
  }

  /** Index of the first instant at or after the given one; {@link #size()} when there is none. */
  public int firstFrom(Instant instant) {
    int found = Arrays.binarySearch(millis, instant.toEpochMilli());
    return found < 0 ? -found - 1 : found;
  }

  public Instant instant(int position) {
    return Instant.ofEpochMilli(millis[position]);
  }

  public long epochMilli(int position) {
    return millis[position];
  }

  /** Index along the first axis of the layer's arrays. */
  public int slot(int position) {
    return slots[position];
  }

  /** The time of the commit that wrote the slice. */
  public Instant writtenAt(int position) {
    return Instant.ofEpochMilli(written[position]);
  }

  long writtenMilli(int position) {
    return written[position];
  }

  /** This timeline after a commit at this time: slices that were there before keep their time. */
  public Timeline committed(Timeline before, Instant at) {
    if (before == this) {
      return this;
    }
    long[] times = new long[millis.length];
    for (int i = 0; i < times.length; i++) {
      OptionalInt was = before.position(instant(i));
      times[i] =
          was.isPresent() && before.slots[was.getAsInt()] == slots[i]
              ? before.written[was.getAsInt()]
              : at.toEpochMilli();
    }
    return new Timeline(millis, slots, times);
  }

  public List<Instant> instants() {
    return new AbstractList<>() {
      @Override
      public Instant get(int index) {
        return instant(index);
      }

      @Override
      public int size() {
        return millis.length;
      }
    };
  }

  /** This timeline with one slice added or replaced. */
  public Timeline with(Instant instant, int slot) {
    Timeline others = without(instant);
    int at = others.firstFrom(instant);
    long[] newMillis = Arrays.copyOf(others.millis, others.millis.length + 1);
    int[] newSlots = Arrays.copyOf(others.slots, newMillis.length);
    System.arraycopy(others.millis, at, newMillis, at + 1, others.millis.length - at);
    System.arraycopy(others.slots, at, newSlots, at + 1, others.slots.length - at);
    newMillis[at] = instant.toEpochMilli();
    newSlots[at] = slot;
    return new Timeline(newMillis, newSlots, new long[newMillis.length]);
  }

  public Timeline without(Instant instant) {
    int removed = Arrays.binarySearch(millis, instant.toEpochMilli());
    if (removed < 0) {
      return this;
    }
    long[] newMillis = new long[millis.length - 1];
    int[] newSlots = new int[newMillis.length];
    System.arraycopy(millis, 0, newMillis, 0, removed);
    System.arraycopy(slots, 0, newSlots, 0, removed);
    System.arraycopy(millis, removed + 1, newMillis, removed, newMillis.length - removed);
    System.arraycopy(slots, removed + 1, newSlots, removed, newSlots.length - removed);
    return new Timeline(newMillis, newSlots, new long[newMillis.length]);
  }
}
