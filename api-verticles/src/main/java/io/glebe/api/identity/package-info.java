/** The administration of service accounts and of tokens, and the services that identify callers. */
@NullMarked
package io.glebe.api.identity;

import org.jspecify.annotations.NullMarked;
