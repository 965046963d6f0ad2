/** The report of a run as data, text and one HTML page, and the comparison of two reports. */
@NullMarked
package io.glebe.api.cli.load.report;

import org.jspecify.annotations.NullMarked;
