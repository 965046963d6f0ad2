/** The farm platform without any protocol: what is stored, which rules hold, who may do what. */
@NullMarked
package io.glebe.core;

import org.jspecify.annotations.NullMarked;
