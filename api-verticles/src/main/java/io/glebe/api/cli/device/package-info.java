/** The command that sets up a device. */
@NullMarked
package io.glebe.api.cli.device;

import org.jspecify.annotations.NullMarked;
