package dev.azulejo.serve.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.shader.Kernels;
import dev.azulejo.serve.session.ServeLimits;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** What a server refuses to be opened with. */
class ServeOptionsTest {
    private static ServeOptions with(String token) {
        return new ServeOptions(
                "127.0.0.1", 0, token, null, List.of(), 1, Kernels.SCALAR, ServeLimits.DEFAULT);
    }

    @Test
    void whatStandsInAnAddressIsAToken() {
        String all = "abcXYZ0189-._~!$'()*,;=:@/?\"<>[]^`{|}\\";
        assertThat(with(all).token()).isEqualTo(all);
        assertThat(with("x".repeat(256)).token()).hasSize(256);
        assertThat(with(null).token()).isNull();
    }

    /** What means something else behind # would be another token in the page. */
    @ParameterizedTest
    @ValueSource(strings = {"+", "&", "%", "#", " ", "\t", "é", "\u007f", "\u0000", "😀"})
    void othersAreRefused(String character) {
        assertThatThrownBy(() -> with("0123456789abcdef" + character))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a token with other characters than");
    }

    @Test
    void tooShortAndTooLongOnesAreRefused() {
        assertThatThrownBy(() -> with("x".repeat(15)))
                .hasMessage("a token of 15 characters; 16..256 expected");
        assertThatThrownBy(() -> with("x".repeat(257)))
                .hasMessage("a token of 257 characters; 16..256 expected");
    }
}
