/** Rules of alarm rules and of the acknowledgement of their events. Pure functions. */
@NullMarked
package io.glebe.core.record.rule.alarm;

import org.jspecify.annotations.NullMarked;
