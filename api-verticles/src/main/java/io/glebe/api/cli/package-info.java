/**
 * The command line around a running platform: status, stop, logs, configuration, tokens and
 * administration, the files through which commands find the process, and error lines with exit
 * codes. {@code run} itself is in {@code io.glebe.api.boot}.
 */
@NullMarked
package io.glebe.api.cli;

import org.jspecify.annotations.NullMarked;
