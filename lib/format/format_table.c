/* format_table.c - the table of formats: how they are detected, read and
 * written. */
#include "base/base.h"
#include "format/write_text.h"
#include "text/text.h"

/* A new format is added here and in its own files: sok_read_ops
 * (lib/text/reader.h) and sok_write_ops (lib/text/writer.h) are its functions.
 */
extern const struct sok_read_ops read_hir_ops, read_mac_ops, read_pusher_ops,
    read_records_ops, read_csv_ops, read_html_ops;
extern const struct sok_write_ops write_jsoko_ops, write_xsb_ops, write_rle_ops,
    write_slc_ops, write_screens_ops, write_hir_ops, write_mac_ops,
    write_pusher_ops, write_boxoban_ops, write_records_ops, write_csv_ops,
    write_ids_ops, write_json_ops, write_svg_ops, write_ansi_ops;

/* The makefile compiles this once more for the programs that write only sok:
 * they name and read all formats, but no other writer is linked into them. */
#ifdef WRITES_ONLY_SOK
#define WRITER(ops) NULL
#else
#define WRITER(ops) (&(ops))
#endif

#define RW (SOK_CAN_READ | SOK_CAN_WRITE)

const struct sok_format sok_formats[] = {
    {"sok", ".sok", "collections of every .sok version", RW | SOK_ANY_FLOOR,
        NULL, &read_text_ops, &write_sok_ops},
    {"jsoko", ".sok", "collections in the layout of JSoko and YASC",
        RW | SOK_ANY_FLOOR | SOK_UNICODE, NULL, &read_text_ops,
        WRITER(write_jsoko_ops)},
    {"xsb", ".xsb", "plain boards with `; Title` and tags", RW | SOK_ANY_FLOOR,
        NULL, &read_text_ops, WRITER(write_xsb_ops)},
    {"rle", ".rle", "run-length encoded boards, one per line", RW, NULL,
        &read_text_ops, WRITER(write_rle_ops)},
    {"slc", ".slc", "SokobanLevels XML", RW | SOK_UNICODE, bid_slc,
        &read_slc_ops, WRITER(write_slc_ops)},
    {"screens", "", "xsokoban screens, one board per file", RW | SOK_ONE_PUZZLE,
        NULL, &read_text_ops, WRITER(write_screens_ops)},
    {"hir", "", "screen data and trace files of hir's Sokoban",
        RW | SOK_ONE_PUZZLE, bid_hir, &read_hir_ops, WRITER(write_hir_ops)},
    {"sokoban3d", ".rsrc", "Sokoban 3D sets for the Macintosh", RW | SOK_BINARY,
        bid_mac, &read_mac_ops, WRITER(write_mac_ops)},
    {"pusher", ".txt",
        "maps with X walls; never detected, only read on request", RW, NULL,
        &read_pusher_ops, WRITER(write_pusher_ops)},
    {"boxoban", ".txt", "`; N` and a board", RW | SOK_ANY_FLOOR, NULL,
        &read_text_ops, WRITER(write_boxoban_ops)},
    {"records", ".tsv", "one puzzle per line, as columns separated by TABs",
        RW | SOK_HAS_IDS | SOK_PARTS, bid_records, &read_records_ops,
        WRITER(write_records_ops)},
    {"csv", ".csv", "the columns of records for spreadsheets", RW | SOK_HAS_IDS,
        bid_csv, &read_csv_ops, WRITER(write_csv_ops)},
    {"ids", ".tsv", "the ids and the place of each puzzle",
        SOK_CAN_WRITE | SOK_HAS_IDS, NULL, NULL, WRITER(write_ids_ops)},
    {"jsonl", ".jsonl", "one JSON object per line",
        RW | SOK_UNICODE | SOK_HAS_IDS | SOK_PARTS, bid_json, &read_json_ops,
        WRITER(write_json_ops)},
    {"svg", ".svg", "a picture of one puzzle",
        SOK_CAN_WRITE | SOK_ONE_PUZZLE | SOK_UNICODE, NULL, NULL,
        WRITER(write_svg_ops)},
    {"html", ".html", "a web page on which the puzzles are played",
        RW | SOK_UNICODE, bid_html, &read_html_ops, WRITER(write_html_ops)},
    {"ansi", ".txt", "coloured pictures for a terminal", SOK_CAN_WRITE, NULL,
        NULL, WRITER(write_ansi_ops)},
};

const size_t sok_nformats = SOK_COUNT(sok_formats);
