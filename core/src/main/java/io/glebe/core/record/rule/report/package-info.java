/**
 * Rules about regulatory reports: a submitted report is complete, and the records that it lists
 * stay unchanged.
 */
@NullMarked
package io.glebe.core.record.rule.report;

import org.jspecify.annotations.NullMarked;
