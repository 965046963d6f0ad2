package io.glebe.api.cli.doctor;

import io.glebe.core.config.Settings;
import java.util.List;

/** Checks one part against the settings. Blocking; changes nothing that stays. */
interface PartCheck {
  /** What was found; an exception counts as a fault. */
  List<Finding> of(Settings settings) throws Exception;
}
