package io.glebe.core.record.rule.alarm;

import io.glebe.core.catalogue.EntityNames;
import io.glebe.core.record.rule.draft.Draft;

/** Notes who acknowledges an alarm event. */
public final class Acknowledgement {
  private static final String STATE = "acknowledgement";

  private Acknowledgement() {}

  /** Sets the person of a write that acknowledges; a repeated call changes nothing. */
  public static void complete(Draft draft) {
    boolean acknowledges =
        draft.is(EntityNames.ALARM_EVENT)
            && draft.changed(STATE)
            && draft.text(STATE).filter("ACKNOWLEDGED"::equals).isPresent();
    if (acknowledges) {
      draft
          .input()
          .caller()
          .userId()
          .ifPresent(user -> draft.set("acknowledgedByUserId", user.toString()));
    }
  }
}
