/** Rules about the origin of records and about the processing jobs that write them. */
@NullMarked
package io.glebe.core.record.rule.job;

import org.jspecify.annotations.NullMarked;
