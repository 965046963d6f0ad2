/** The area {@code alarms}: checks of alarm rules, and the webhooks of farms. */
@NullMarked
package io.glebe.api.alarm;

import org.jspecify.annotations.NullMarked;
