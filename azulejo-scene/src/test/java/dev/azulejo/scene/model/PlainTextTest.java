package dev.azulejo.scene.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Names that were made to look like something else. */
class PlainTextTest {
    @Test
    void whatShowsStays() {
        String text = "Teapot (copy) – Würfel 立方体 😀 \"a\"\\n";
        assertThat(PlainText.of(text)).isSameAs(text);
        assertThat(PlainText.of("")).isEmpty();
    }

    @Test
    void whatATerminalObeysIsReplaced() {
        assertThat(PlainText.of("a\u001b[2Jb\u009b1m")).isEqualTo("a\uFFFD[2Jb\uFFFD1m");
        assertThat(PlainText.of("a\nazulejo: warning: b\r\tc\u0000"))
                .isEqualTo("a\uFFFDazulejo: warning: b\uFFFD\uFFFDc\uFFFD");
        assertThat(PlainText.of("x\u0085y\u2028z\u2029")).isEqualTo("x\uFFFDy\uFFFDz\uFFFD");
    }

    @Test
    void whatTurnsOrHidesTextIsReplaced() {
        assertThat(PlainText.of("a\u202egnp\u202c\u200b")).isEqualTo("a\uFFFDgnp\uFFFD\uFFFD");
        assertThat(PlainText.of("half \ud83d and \ude00")).isEqualTo("half \uFFFD and \uFFFD");
        assertThat(PlainText.of("\ud83d\ude00\n")).isEqualTo("😀\uFFFD");
    }
}
