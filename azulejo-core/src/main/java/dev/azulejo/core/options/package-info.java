/**
 * What a user sets: immutable records, checked in their constructors, none of which changes a byte
 * of a picture.
 *
 * <p>{@link dev.azulejo.core.options.DeviceOptions} holds the rest: {@link
 * dev.azulejo.core.options.EarlyZ}, {@link dev.azulejo.core.options.Reuse} and {@link
 * dev.azulejo.core.options.Throttle}, one record a technique. Nothing here works: decisions are in
 * {@code policy}, mechanisms in the packages of the pipeline.
 */
package dev.azulejo.core.options;
