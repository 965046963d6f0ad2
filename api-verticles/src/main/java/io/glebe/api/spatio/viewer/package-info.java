/** Endpoints of tokens for viewers. */
@NullMarked
package io.glebe.api.spatio.viewer;

import org.jspecify.annotations.NullMarked;
