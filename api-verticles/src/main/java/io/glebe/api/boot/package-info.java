/**
 * Starting and stopping: the command line, and the one place where the parts are put together and
 * stand-ins or real engines are chosen.
 */
@NullMarked
package io.glebe.api.boot;

import org.jspecify.annotations.NullMarked;
