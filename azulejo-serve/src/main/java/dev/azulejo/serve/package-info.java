/**
 * Scenes rendered here and looked at in a browser elsewhere: what pages say ({@code message}),
 * pictures as they are sent ({@code picture}), sessions ({@code session}), and the server around
 * them ({@code web}).
 */
package dev.azulejo.serve;
