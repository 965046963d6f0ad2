/** The HTTP doors of the platform; one package is one area of the interface and one verticle. */
package io.glebe.api;
