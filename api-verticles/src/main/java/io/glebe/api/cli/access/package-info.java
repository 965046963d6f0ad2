/** How commands get an access token, and where they send it. */
@NullMarked
package io.glebe.api.cli.access;

import org.jspecify.annotations.NullMarked;
