/** The commands for developers of apps: keys, registration and state at the app registry. */
@NullMarked
package io.glebe.api.cli.app;

import org.jspecify.annotations.NullMarked;
