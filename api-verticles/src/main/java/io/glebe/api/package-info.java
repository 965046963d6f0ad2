/** The HTTP API of the platform; one package is one area of the interface and one verticle. */
@NullMarked
package io.glebe.api;

import org.jspecify.annotations.NullMarked;
