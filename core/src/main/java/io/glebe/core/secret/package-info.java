/** Encrypts the secrets of other systems that the platform has to store. */
@NullMarked
package io.glebe.core.secret;

import org.jspecify.annotations.NullMarked;
